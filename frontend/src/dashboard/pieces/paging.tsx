import { useState } from 'react'
import { count } from '../words/format.ts'
import { Button } from './button.tsx'

/** Renders a long list in parts of `piece` rows. Pass `more` to `ShowMore` as its props. */
export const usePieces = <T,>(list: readonly T[], piece: number) => {
  const [pieces, setPieces] = useState(1)
  const shown = list.slice(0, pieces * piece)
  const more = { hidden: list.length - shown.length, all: list.length, onMore: () => setPieces(pieces + 1) }
  return { shown, more: { ...more, piece } }
}

type ShowMoreProps = { hidden: number; all: number; noun: string; piece: number; onMore: () => void }

export const ShowMore = ({ hidden, all, noun, piece, onMore }: ShowMoreProps) =>
  hidden > 0 ? (
    <div className="border-t border-line px-4 py-3 text-center">
      <Button onClick={onMore}>
        Show {count(Math.min(hidden, piece))} more of {count(all)} {noun}
      </Button>
    </div>
  ) : null
