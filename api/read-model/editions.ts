/** Read models that came with a later release are filled in after the upgrade: until then they hold too little. */
import type { ReadModel } from '../deps.ts'
import { NotKnownYet } from './read-model.ts'

/** The editions that read models came with; `since` of their projections. */
export const VISITORS_SINCE = 1
export const LANDINGS_SINCE = 2
export const SEGMENTS_SINCE = 5
export const DAYS_SINCE = 8
/** Events of records: an older release cannot read them. */
export const RECORD_EVENTS_SINCE = 2
export const SPEND_EVENTS_SINCE = 3
export const EXPERIMENT_EVENTS_SINCE = 4

/** False while the projector still fills them in, or a release that does not know them takes part. */
export const isFilled = async (readModel: ReadModel, edition: number): Promise<boolean> => {
  const query = 'SELECT partition FROM {db:Identifier}.progress FINAL WHERE edition < {edition:UInt8}'
  const older = await readModel.rows(query, { edition }).catch(error => {
    if (error instanceof NotKnownYet) return null
    throw error
  })
  return older?.length === 0
}
