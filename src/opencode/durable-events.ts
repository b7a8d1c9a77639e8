import type { EventOrigin, OpencodeServerEvent } from './event-hub.ts'

/** A row of the server's event store, as `POST /sync/history` answers it (facts/opencode-1x.md section 12). */
export interface DurableRow {
  readonly id: string
  readonly aggregate_id: string
  /** From 0 in each aggregate, without gaps. */
  readonly seq: number
  /** The event's type with the version of its shape: `session.created.1`. */
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The durable events of a fake. It is the server's state and no record: the `record` option does not bound it. */
export class DurableEvents {
  readonly #rows = new Map<string, DurableRow[]>()

  add(row: DurableRow): void {
    const rows = this.#rows.get(row.aggregate_id)
    if (rows) rows.push(row)
    else this.#rows.set(row.aggregate_id, [row])
  }

  /** The rows of one aggregate, by seq. */
  of(aggregateID: string): readonly DurableRow[] {
    return this.#rows.get(aggregateID) ?? []
  }

  /** The rows of a deleted aggregate go with it. */
  forget(aggregateID: string): void {
    this.#rows.delete(aggregateID)
  }

  /** What came after the seqs that a client has seen; of an aggregate it does not name everything. By seq, then by time, as recorded. */
  after(seen: Readonly<Record<string, number>>): readonly DurableRow[] {
    const rows = [...this.#rows].flatMap(([aggregateID, all]) => {
      const last = seen[aggregateID]
      return last === undefined ? all : all.filter(({ seq }) => seq > last)
    })
    return rows.toSorted((one, other) => one.seq - other.seq || (one.id < other.id ? -1 : 1))
  }
}

/** An event as the store holds it; its type names the version of its shape, which is 1 unless its origin says another. */
export const toRow = (
  { id, type, properties: data }: OpencodeServerEvent,
  { aggregateID, seq, version = 1 }: NonNullable<EventOrigin['durable']>,
): DurableRow => ({ id, aggregate_id: aggregateID, seq, type: `${type}.${version}`, data })
