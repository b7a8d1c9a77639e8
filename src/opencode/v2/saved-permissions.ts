import type { Clock } from '../../model/clock.ts'
import type { IdSource } from '../id-source.ts'

/** What a person allowed for good, as `GET /api/permission/saved` lists it. */
export interface SavedPermission {
  readonly id: string
  readonly projectID: string
  readonly action: string
  readonly resource: string
  /** Epoch ms. */
  readonly time: { readonly created: number; readonly updated: number }
}

/** What people allowed for good in the projects of a fake. */
export class SavedPermissions {
  readonly #ids: IdSource
  readonly #clock: Clock
  readonly #saved = new Map<string, SavedPermission>()

  constructor(ids: IdSource, clock: Clock) {
    this.#ids = ids
    this.#clock = clock
  }

  get all(): readonly SavedPermission[] {
    return [...this.#saved.values()]
  }

  add(projectID: string, action: string, resources: readonly string[]): void {
    const now = this.#clock.now()
    for (const resource of resources) {
      const known = this.all.find(
        (one) => one.projectID === projectID && one.action === action && one.resource === resource,
      )
      const id = known?.id ?? this.#ids.next('psv')
      const time = { created: known?.time.created ?? now, updated: now }
      this.#saved.set(id, { id, projectID, action, resource, time })
    }
  }

  /** Takes one out; undefined: there is none of this id. */
  remove(id: string): SavedPermission | undefined {
    const saved = this.#saved.get(id)
    this.#saved.delete(id)
    return saved
  }
}
