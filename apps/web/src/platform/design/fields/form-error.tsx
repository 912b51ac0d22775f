import { TriangleAlert } from 'lucide-react'

/** Renders the server's error for the whole form; announced as soon as it appears. */
export function FormError({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p role="alert" className="flex items-start gap-2 rounded-control bg-danger-soft px-3 py-2.5 text-14 text-text">
      <TriangleAlert className="mt-0.5 shrink-0 text-danger" />
      {text}
    </p>
  )
}
