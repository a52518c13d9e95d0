export const LineKey = ({ look }: { look: string }) => (
  <svg aria-hidden width="14" height="4" className={`chart-key chart-${look}`}>
    <line x1="0" x2="14" y1="2" y2="2" />
  </svg>
)
