import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from './segments.js'
import type { ExplodeControl } from './use-explode.js'

const modes = ['radial', 'storeys'] as const

/** How far the model is taken apart, and in which way. */
export function ExplodeFields({ explode }: { explode: ExplodeControl }) {
  const { t } = useTranslation()
  const id = useId()
  const { mode } = explode.state
  // The engine follows a moment later; until then the slider stands where the hand is.
  const [held, setHeld] = useState<number | null>(null)
  const amount = held ?? explode.state.amount
  const settle = (): void => {
    if (held !== null) explode.set({ mode, amount: held }, true)
    setHeld(null)
  }
  return (
    <div className="space-y-2 px-3 pt-1 pb-2">
      <Segments
        legend={t('explode.title')}
        value={mode}
        choices={modes.map((value) => ({ value, label: t(`explode.${value}`) }))}
        onChoose={(next) => explode.set({ mode: next, amount }, true)}
      />
      <label htmlFor={id} className="sr-only">
        {t('explode.amount')}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={Math.round(amount * 100)}
        onChange={(event) => {
          const next = Number(event.target.value) / 100
          setHeld(next)
          explode.set({ mode, amount: next }, false)
        }}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
        className="h-8 w-full pointer-coarse:h-11 accent-(--color-accent)"
      />
    </div>
  )
}
