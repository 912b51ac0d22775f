import type { MarkupShape } from '@kamar/viewer'
import type { ImageMarkup } from '@kamar/viewer/image-markup'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../platform/design/button.js'
import { ConfirmDialog, ContentDialog } from '../../../../platform/design/dialog.js'
import { notify } from '../../../../platform/design/toasts-state.js'
import { useAsyncAction } from '../../../../platform/use-async-action.js'
import { useIsNarrow } from '../../../../platform/use-media.js'
import { MarkupBar } from '../../../kit/markup/markup-bar.js'
import { useMarkupToolState } from '../../../kit/markup/markup-tool-state.js'
import { paintPhoto } from './paint-photo.js'
import type { MarkedPhoto } from './pending-file.js'
import { useBlobImage } from './use-blob-image.js'

interface PhotoMarkupProps {
  readonly name: string
  readonly content: Blob
  /** Shapes that were drawn before. */
  readonly shapes: readonly MarkupShape[]
  /** Receives null when all shapes were deleted. The dialog stays open with the drawing when it rejects. */
  readonly onSave: (marked: MarkedPhoto | null) => Promise<void>
  readonly onClose: () => void
}

/** Draws on a photo. The photo itself stays as it is: the drawing is saved as a new image. */
export function PhotoMarkup({ name, content, shapes, onSave, onClose }: PhotoMarkupProps) {
  const { t } = useTranslation()
  const isNarrow = useIsNarrow()
  const { engine, image, setContainer, setImage, show } = usePhotoMarkup(content, shapes)
  const state = useMarkupToolState(engine)
  const { busy, begin } = useAsyncAction()
  const [isLeaving, setLeaving] = useState(false)
  const leave = (): void => (state.canUndo ? setLeaving(true) : onClose())
  useEffect(() => engine?.on('left', leave))
  const save = (): void =>
    begin(async () => {
      if (!engine || !image) return
      await onSave(engine.shapes.length === 0 ? null : await paintPhoto(image, engine))
      onClose()
    })
  return (
    <ContentDialog title={t('topics.files.markUp', { name })} onClose={leave} onEscape={leaveEscapeToDrawing}>
      <div
        ref={setContainer}
        className="relative h-[calc(100dvh-13rem)] touch-none overflow-hidden rounded-control bg-picture select-none sm:h-[68dvh]"
      >
        <img
          ref={show}
          alt={name}
          draggable={false}
          className="absolute inset-0 size-full object-contain"
          onLoad={(event) => setImage(event.currentTarget)}
          onError={() => {
            notify(t('topics.files.markUpFailed', { name }), { tone: 'problem' })
            onClose()
          }}
        />
      </div>
      <MarkupBar markup={{ ...state, engine }} isCompact={isNarrow} className="mt-2 rounded-card border">
        <Button
          size="small"
          tone="primary"
          icon={<Check />}
          busy={busy}
          disabled={busy || !state.canUndo}
          onClick={save}
        >
          {t('topics.save')}
        </Button>
      </MarkupBar>
      <ConfirmDialog
        open={isLeaving}
        title={t('topics.files.leaveMarkup')}
        confirm={t('markup.discard')}
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        <p>{t('topics.files.leaveMarkupText')}</p>
      </ConfirmDialog>
    </ContentDialog>
  )
}

/** The drawing handles Escape one step at a time: the text that is written, the shape, the selection. */
function leaveEscapeToDrawing(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('textarea, [data-markup]')) event.preventDefault()
}

/** Creates the drawing as soon as the photo is loaded. */
function usePhotoMarkup(content: Blob, shapes: readonly MarkupShape[]) {
  const { t } = useTranslation()
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const [engine, setEngine] = useState<ImageMarkup | null>(null)
  const show = useBlobImage(content)
  const [firstShapes] = useState(shapes)
  useEffect(() => {
    if (!container || !image) return undefined
    const abort = new AbortController()
    startMarkup(container, image).then(
      (started) => {
        if (abort.signal.aborted) return started.dispose()
        abort.signal.addEventListener('abort', () => started.dispose())
        started.open(firstShapes)
        setEngine(started)
      },
      () => notify(t('markup.failed'), { tone: 'problem' }),
    )
    return () => abort.abort()
  }, [container, image, firstShapes, t])
  useEffect(() => engine?.setLabels({ layer: t('markup.layer'), text: t('markup.text') }), [engine, t])
  return { setContainer, image, setImage, engine, show }
}

async function startMarkup(container: HTMLElement, image: HTMLImageElement): Promise<ImageMarkup> {
  const { ImageMarkup: Markup } = await import('@kamar/viewer/image-markup')
  const markup = new Markup(container, { width: image.naturalWidth, height: image.naturalHeight })
  markup.tool = 'pen'
  return markup
}
