import { madeFiles } from './probed-left-out.ts'
import { asksForAll, plainly, withPatterns, type ProbedScenario } from './probed-scenario.ts'

const asking: ProbedScenario = { options: asksForAll }

/** The project in which a scenario before has written a file. */
const withFile: ProbedScenario = { options: { ...asksForAll, files: { 'hello.txt': 'hello file', 'w.txt': 'abc\n' } } }

const SKILL =
  '<skill_content name="demo">\n# Skill: demo\n\nDemo body.\n\nBase directory for this skill: /home/user/project/.opencode/skill/demo\nRelative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\nNote: file list is sampled.\n\n<skill_files>\n\n</skill_files>\n</skill_content>'

/** The probed recordings of what a person is asked, by name. */
export const probedPeople: Readonly<Record<string, ProbedScenario>> = {
  ...plainly(
    '12b-question-reject',
    '12c-two-questions',
    '12d-question-empty-answer',
    '12d2-question-no-answers',
    '12d3-question-custom-answer',
    '12e-question-errors',
  ),
  '11c-reject-with-message': asking,
  '11h-parallel-asks-first-rejected': asking,
  '11h2-parallel-asks-first-rejected-with-message': asking,
  '11i-always-while-same-pattern-pending': {
    ...asking,
    gave: { 'printf one': 'one', 'printf two': 'two', 'printf three': 'three' },
    ...madeFiles,
  },
  '11j-ask-bash-external': {
    ...asking,
    gave: {
      'ls /etc/apt': 'apt.conf.d\nauth.conf.d\nkeyrings\npreferences.d\nsources.list.d\ntrusted.gpg\ntrusted.gpg.d\n',
    },
  },
  '11j-ask-edit': withFile,
  '11j-ask-question': asking,
  '11j-ask-read': asking,
  '11j-ask-read-external': { options: { ...asksForAll, files: { '/etc/hostname': 'vm\n' } } },
  '11j-ask-task': asking,
  '11j-ask-todowrite': asking,
  '11j-ask-webfetch': {
    ...asking,
    gave: {
      'http://127.0.0.1:4290/global/health': {
        output: '{"healthy":true,"version":"1.18.33"}',
        title: 'http://127.0.0.1:4290/global/health (application/json)',
      },
    },
  },
  '11j-ask-write': asking,
  '11j-ask-write-external': asking,
  '11j2-ask-glob': {
    ...asking,
    gave: {
      '*.txt': { output: '/home/user/project/w.txt\n/home/user/project/hello.txt', title: '', metadata: { count: 2 } },
    },
  },
  '11j2-ask-glob-path': {
    ...asking,
    gave: { '*.txt': { output: 'No files found', title: '.opencode', metadata: { count: 0 } } },
  },
  '11j2-ask-grep': {
    ...asking,
    gave: {
      hello: {
        output: 'Found 1 matches\n/home/user/project/hello.txt:\n  Line 1: hello file',
        metadata: { matches: 1 },
      },
    },
  },
  '11j2-ask-skill': {
    ...asking,
    gave: {
      demo: {
        output: SKILL,
        metadata: { name: 'demo', dir: '/home/user/project/.opencode/skill/demo' },
      },
    },
  },
  '11k-deny-rule-rm': { options: withPatterns },
  '11l-always-patterns': {
    ...asking,
    gave: {
      'cd sub': {
        output: '/bin/bash: line 1: cd: sub: No such file or directory\n',
        metadata: { exit: 1 },
      },
    },
  },
  '11m-reply-bad-bodies': { ...asking, gave: { 'echo x': 'x\n' } },
  '11n-reject-in-one-of-two-sessions': { ...asking, gave: { 'echo s2': 's2\n' } },
}
