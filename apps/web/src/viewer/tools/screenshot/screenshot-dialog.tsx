import type { Viewer } from '@kamar/viewer'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { Choice } from '../../../platform/design/fields/choice.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { Toggle } from '../../../platform/design/fields/toggle.js'
import { saveFile } from '../../../platform/files/download/save-file.js'

/** Longest sides on offer, pixels. */
const sizes = { screen: null, '4k': 3840, '8k': 7680 } as const
type Size = keyof typeof sizes

interface ScreenshotDialogProps {
  readonly viewer: Viewer
  /** Name of the image. */
  readonly name: string
  readonly onClose: () => void
}

/** Renders the dialog that saves a screenshot of the model as a PNG file, up to poster size. */
export function ScreenshotDialog({ viewer, name, onClose }: ScreenshotDialogProps) {
  const { t } = useTranslation()
  const [size, setSize] = useState<Size>('screen')
  const [annotations, setAnnotations] = useState(true)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const pixels = computePixelSize(viewer, size)
  const save = (): void => {
    setState('busy')
    viewer.screenshot({ ...pixels, annotations }).then(
      (image) => {
        saveFile(image, `${name.replace(/\.[^.]*$/, '') || 'kamar'}.png`)
        onClose()
      },
      () => setState('failed'),
    )
  }
  return (
    <ContentDialog title={t('screenshot.title')} width="narrow" onClose={onClose}>
      <div>
        <Choice
          legend={t('screenshot.size')}
          value={size}
          onChoose={setSize}
          choices={(Object.keys(sizes) as Size[]).map((value) => ({
            value,
            label: value === 'screen' ? t('screenshot.asOnScreen') : value.toUpperCase(),
          }))}
        />
        <p className="text-13 text-muted tabular-nums">{`${pixels.width} × ${pixels.height}`}</p>
        <Toggle label={t('screenshot.annotations')} checked={annotations} onChange={setAnnotations} />
        {state === 'failed' ? (
          <p role="alert" className="mb-2 text-13 text-danger">
            {t('screenshot.failed')}
          </p>
        ) : null}
        <Button tone="primary" className="mt-2 w-full" busy={state === 'busy'} icon={<Camera />} onClick={save}>
          {t('screenshot.save')}
        </Button>
      </div>
    </ContentDialog>
  )
}

function computePixelSize({ canvas }: Viewer, size: Size): { readonly width: number; readonly height: number } {
  const grow = (sizes[size] ?? Math.max(canvas.width, canvas.height)) / Math.max(canvas.width, canvas.height)
  return { width: Math.round(canvas.width * grow), height: Math.round(canvas.height * grow) }
}
