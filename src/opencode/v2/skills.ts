/** A skill as `GET /api/skill` lists it. */
export interface SkillInfo {
  readonly id: string
  readonly name: string
  readonly path: string
  /** What the model is told. */
  readonly content: string
  readonly description?: string
}

/** The one skill that opencode brings along, under the name it has in 1.18; path and words are inferred. */
export const SKILLS: readonly SkillInfo[] = [
  {
    id: 'customize-opencode',
    name: 'customize-opencode',
    path: 'builtin:customize-opencode',
    content: 'Customize opencode.',
    description: 'How to configure opencode',
  },
]
