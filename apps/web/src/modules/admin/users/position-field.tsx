import { limits } from '@kamar/contracts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface PositionFieldProps {
  readonly name: string
  readonly position: string
  readonly onChange: (position: string) => void
}

/** Renders a text that is editable in place; saved on blur or Enter, discarded with Escape. */
export function PositionField({ name, position, onChange }: PositionFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const commit = (value: string): void => {
    if (value.trim() !== position) onChange(value.trim())
  }
  return (
    <input
      // A new value from the server resets the field.
      key={position}
      ref={input}
      defaultValue={position}
      aria-label={t('admin.positionOf', { name })}
      placeholder={t('admin.noPosition')}
      maxLength={limits.maxProfileLineCharacters}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.value = position
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
      }}
      className="h-8 w-full pointer-coarse:h-11 min-w-24 rounded-control border border-transparent bg-transparent px-2 text-14 hover:border-line focus:border-edge focus:bg-surface"
    />
  )
}
