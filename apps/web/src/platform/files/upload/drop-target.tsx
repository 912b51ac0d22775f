import { Upload } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { uploadDropped } from './uploads.js'

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Returns whether files are dragged over the page; a drop anywhere uploads the first of them, in a folder all. */
export function usePageDrop(): boolean {
  const [dragging, setDragging] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    // `dragenter` of a child fires before `dragleave` of its parent: a counter distinguishes leaving the window from
    // crossing an element.
    let depth = 0
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void): void =>
      addEventListener(
        name,
        (event) => {
          if (!carriesFiles(event)) return
          event.preventDefault()
          handle(event)
          setDragging(depth > 0)
        },
        { signal: ending.signal },
      )
    on('dragenter', () => (depth += 1))
    on('dragleave', () => (depth = Math.max(0, depth - 1)))
    on('dragover', (event) => {
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
    })
    on('drop', (event) => {
      depth = 0
      if (event.dataTransfer) void uploadDropped(event.dataTransfer)
    })
    return () => ending.abort()
  }, [])
  return dragging
}

/** Highlights the drop target: the given element, or the whole window. */
export function DropTarget({ container }: { container?: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const dragging = usePageDrop()
  if (!dragging) return null
  const target = (
    <div className="pointer-events-none absolute inset-2 z-40 flex animate-appear flex-col items-center justify-center gap-2 rounded-dialog border-2 border-dashed border-accent bg-accent-soft p-6 text-center">
      <Upload size={20} className="text-accent" />
      <p className="text-20 font-semibold">{t('upload.dropHere')}</p>
      <p className="text-14 text-muted">{t('upload.dropHint')}</p>
    </div>
  )
  return createPortal(target, container?.current ?? document.body)
}
