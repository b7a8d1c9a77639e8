/** The one skill that opencode has of its own, as captures/1.18.33/13-gets.json lists it; its content is pages long there. */
export const BUILT_IN_SKILL: Readonly<Record<'name' | 'description' | 'location' | 'content', string>> = {
  name: 'customize-opencode',
  description: "Use ONLY when the user is editing or creating opencode's own configuration.",
  location: '<built-in>',
  content: '# Customizing opencode\n',
}
