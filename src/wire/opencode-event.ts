import type { Envelope } from './envelope.ts'
import type { OpencodePreviewEvents } from './opencode-preview-events.ts'
import type { OpencodeV1Events } from './opencode-v1-events.ts'
import type { OpencodeV2Events } from './opencode-v2-events.ts'

/** The types that `OpencodeEvent` tells apart. */
export type OpencodeEventType = keyof OpencodeV1Events | keyof OpencodePreviewEvents | keyof OpencodeV2Events

/** The properties of an event of type `Type`, of whichever version sends it. */
export type OpencodeEventProps<Type extends OpencodeEventType> =
  | PropsOf<OpencodeV1Events, Type>
  | PropsOf<OpencodePreviewEvents, Type>
  | PropsOf<OpencodeV2Events, Type>

type PropsOf<Events, Type> = Type extends keyof Events ? Events[Type] : never

/** An event of type `Type`: an envelope whose properties are known. */
export interface KnownOpencodeEvent<Type extends OpencodeEventType> extends Omit<Envelope, 'type' | 'props'> {
  readonly type: Type
  readonly props: OpencodeEventProps<Type>
}

/** Any other event; its own type is that of `raw`. */
export interface UnknownOpencodeEvent extends Envelope {
  readonly type: 'unknown'
  readonly raw: Envelope
}

/**
 * An event, told apart by its `type`, with the properties that versions 1.3 to 2.x are known to send; made by `toOpencodeEvent`. The
 * properties are what opencode documents and was seen to send: nothing has checked those of this very event.
 */
export type OpencodeEvent =
  | { [Type in OpencodeEventType]: KnownOpencodeEvent<Type> }[OpencodeEventType]
  | UnknownOpencodeEvent
