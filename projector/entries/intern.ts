/** Interns texts that repeat in most events, such as campaigns and pages. */
import { memoize } from '@firsttouch/infra/platform/memoize'

const LONGEST = 256
const intern = memoize(text => text.toWellFormed(), 5_000)

/** Also replaces lone surrogates, so that the text is well-formed Unicode. */
export const internText = (text: string): string =>
  text.length > LONGEST ? text.toWellFormed() : intern(text)
