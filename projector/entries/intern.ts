/** Interns texts that repeat in most events, such as campaigns and pages. Rows of a batch then share one string. */
import { memoize } from '@firsttouch/infra/platform/memoize'

const LONGEST = 256
const intern = memoize(text => text.toWellFormed(), 5_000)

/** Returns well-formed Unicode. */
export const keptOnce = (text: string): string => (text.length > LONGEST ? text.toWellFormed() : intern(text))
