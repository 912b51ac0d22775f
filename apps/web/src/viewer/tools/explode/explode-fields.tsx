import { Combine, Scan } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { numberFormat } from '../../../platform/format/number.js'
import { Segments } from '../../kit/fields/segments.js'
import type { ExplodeControl } from './use-explode.js'

const modes = ['radial', 'storeys'] as const

interface ExplodeFieldsProps {
  readonly explode: ExplodeControl
  /** Moves the camera so that all exploded parts are visible. */
  readonly onFit: () => void
}

/** Sets the distance and mode of the exploded view. */
export function ExplodeFields({ explode, onFit }: ExplodeFieldsProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { mode } = explode.state
  // The engine follows a moment later; until then the slider shows the dragged value.
  const [draftAmount, setDraftAmount] = useState<number | null>(null)
  const amount = draftAmount ?? explode.state.amount
  const settle = (): void => {
    if (draftAmount !== null) explode.set({ mode, amount: draftAmount }, true)
    setDraftAmount(null)
  }
  return (
    <div className="space-y-2 px-3 pt-1 pb-2">
      <Segments
        legend={t('explode.title')}
        value={mode}
        choices={modes.map((value) => ({ value, label: t(`explode.${value}`) }))}
        onChoose={(next) => explode.set({ mode: next, amount }, true)}
      />
      <div className="flex items-baseline gap-2 text-13">
        <label htmlFor={id} className="grow text-muted">
          {t('explode.amount')}
        </label>
        <output htmlFor={id} className="tabular-nums">
          {numberFormat(i18n.language, { style: 'percent' }).format(amount)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={Math.round(amount * 100)}
        onChange={(event) => {
          const next = Number(event.target.value) / 100
          setDraftAmount(next)
          explode.set({ mode, amount: next }, false)
        }}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
        className="h-8 w-full pointer-coarse:h-11 accent-(--color-accent)"
      />
      {amount > 0 ? (
        <div className="flex flex-wrap gap-2">
          <Button size="small" icon={<Scan />} onClick={onFit}>
            {t('viewer.fit')}
          </Button>
          <Button size="small" icon={<Combine />} onClick={() => explode.set({ mode, amount: 0 }, true)}>
            {t('explode.reset')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
