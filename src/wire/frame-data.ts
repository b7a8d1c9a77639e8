import { createParser } from 'eventsource-parser'

/** The data of the frames in a stream's text, each as a client reads it. */
export function frameData(text: string): readonly string[] {
  const data: string[] = []
  createParser({ onEvent: (event) => data.push(event.data) }).feed(text)
  return data
}
