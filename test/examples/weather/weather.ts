import { generateText, type LanguageModel, stepCountIs, type ToolSet } from 'ai'

/** An agent as you may have one: it is given its model and its tools, and knows nothing of tests. */
export const askAboutWeather = (
  prompt: string,
  { model, tools }: { readonly model: LanguageModel; readonly tools: ToolSet },
): ReturnType<typeof generateText> => generateText({ model, tools, prompt, stopWhen: stepCountIs(5) })
