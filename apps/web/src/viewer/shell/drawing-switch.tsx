import { useTranslation } from 'react-i18next'
import type { Drawing } from '../session/sheets/use-drawing.js'

const choices = [
  { view: 'sheet', short: '2D', text: 'sheets.drawing' },
  { view: 'model', short: '3D', text: 'sheets.model3d' },
] as const

/** Renders the switch between drawing and model, for files that have both. */
export function DrawingSwitch({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation()
  if (!drawing.hasBoth) return null
  return (
    <div
      role="group"
      aria-label={t('sheets.views')}
      className="absolute top-16 left-1/2 z-10 flex -translate-x-1/2 gap-1 rounded-card border border-line bg-surface p-1 shadow-float"
    >
      {choices.map(({ view, short, text }) => (
        <button
          key={view}
          type="button"
          aria-label={t(text)}
          title={t(text)}
          aria-pressed={drawing.isShown === (view === 'sheet')}
          onClick={() => drawing.show(view)}
          className="h-8 min-w-11 rounded-control px-3 text-13 pointer-coarse:h-11 text-muted hover:text-text aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-text"
        >
          {short}
        </button>
      ))}
    </div>
  )
}
