import { LoaderCircle } from 'lucide-react'

export const Spinner = ({ label }: { label: string }) => (
  <div role="status" className="flex items-center justify-center gap-3 text-muted">
    <LoaderCircle aria-hidden size={20} className="animate-spin" />
    <span>{label}</span>
  </div>
)
