import { useState } from 'react'
import { count } from '../words/format.ts'
import { Button } from './button.tsx'

const PIECE = 10

/** Renders a long list in parts, so that the page stays fast. Counting and selecting still use the whole list. */
export const usePieces = <T,>(list: readonly T[], piece = PIECE) => {
  const [pieces, setPieces] = useState(1)
  const shown = list.slice(0, pieces * piece)
  return { shown, hidden: list.length - shown.length, showMore: () => setPieces(pieces + 1) }
}

type ShowMoreProps = { hidden: number; all: number; noun: string; piece?: number; onMore: () => void }

export const ShowMore = ({ hidden, all, noun, piece = PIECE, onMore }: ShowMoreProps) =>
  hidden > 0 ? (
    <div className="border-t border-line px-4 py-3 text-center">
      <Button onClick={onMore}>
        Show {count(Math.min(hidden, piece))} more of {count(all)} {noun}
      </Button>
    </div>
  ) : null
