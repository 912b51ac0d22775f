import { useTranslation } from 'react-i18next'
import { CopyButton } from '../design/copy-button.js'
import { inputClass } from '../design/fields/text-field.js'

interface NewAddressProps {
  readonly text: string
  readonly address: string
}

/** Renders the address of a secret link, shown only once: the server stores only its hash. */
export function NewAddress({ text, address }: NewAddressProps) {
  const { t } = useTranslation()
  return (
    <div role="status" className="mb-3 rounded-control border border-success bg-success-soft p-2.5">
      <p className="mb-1.5 text-13 text-pretty">{text}</p>
      <div className="flex items-center gap-1">
        <input
          readOnly
          aria-label={t('share.address')}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className={`${inputClass} min-w-0 font-mono`}
        />
        <CopyButton label={t('share.copy')} text={address} />
      </div>
    </div>
  )
}
