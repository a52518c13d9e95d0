import { describeDense } from '../testing/dense-batches.ts'

describeDense(Array.from({ length: 8 }, (_, seed) => seed))
