/** What most events say as others do, as a campaign or a page: all rows of a batch hold one text for it, and no copy each. */
import { memoize } from '@firsttouch/infra/platform/memoize'

const LONGEST = 256
const intern = memoize(text => text.toWellFormed(), 5_000)

/** Well-formed. */
export const keptOnce = (text: string): string => (text.length > LONGEST ? text.toWellFormed() : intern(text))
