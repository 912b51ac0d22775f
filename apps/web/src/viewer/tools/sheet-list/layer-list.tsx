import type { SheetLayerState, SheetView } from '@kamar/viewer'
import { useTranslation } from 'react-i18next'

/** Renders the layers of the displayed sheet, each with a check box. */
export function LayerList({ layers, view }: { layers: readonly SheetLayerState[]; view: SheetView | null }) {
  const { t } = useTranslation()
  return (
    <div className="min-h-0 grow overflow-y-auto overscroll-contain py-2">
      <ul aria-label={t('sheets.layers')}>
        {layers.map(({ name, color, isShown }) => (
          <li key={name}>
            <label className="flex min-h-9 cursor-pointer items-center gap-2 px-4 text-13 pointer-coarse:min-h-11 hover:bg-page">
              <input
                type="checkbox"
                checked={isShown}
                onChange={(event) => view?.setLayerShown(name, event.currentTarget.checked)}
                className="size-4 accent-accent"
              />
              <LayerColor color={color} />
              <span className="min-w-0 truncate">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Renders a swatch of the layer's colour; the default ink takes the page's text colour. */
function LayerColor({ color }: { color: SheetLayerState['color'] }) {
  const fill = typeof color === 'number' ? `#${color.toString(16).padStart(6, '0')}` : 'currentColor'
  return (
    <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true" className="shrink-0">
      <rect x={0.5} y={0.5} width={11} height={11} rx={2} fill={fill} stroke="currentColor" strokeOpacity={0.3} />
    </svg>
  )
}
