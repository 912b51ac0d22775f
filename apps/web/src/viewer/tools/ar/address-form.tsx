import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import type { DirectRequest } from './remote/direct-model.js'
import { readAddress, findUsdzAddress } from './remote/model-address.js'

interface AddressFormProps {
  /** Initial value of the field. */
  readonly address: string
  readonly busy: boolean
  readonly onShow: (request: DirectRequest) => void
}

/** Requests the URL of a public model, and that of its USDZ for iPhone and iPad. */
export function AddressForm({ address, busy, onShow }: AddressFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(address)
  const [typedUsdz, setTypedUsdz] = useState('')
  const [errors, setErrors] = useState<AddressErrors>({ model: null, usdz: null })
  const model = readAddress(typed, location.protocol)
  const errorKey = findErrorKey(errors)
  const usdzAddress = model.ok ? findUsdzAddress(model.url) : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const usdz = typedUsdz.trim() === '' ? null : readAddress(typedUsdz, location.protocol)
    const nextErrors = { model: model.ok ? null : model.reason, usdz: usdz?.ok === false ? usdz.reason : null }
    setErrors(nextErrors)
    if (model.ok && usdz?.ok !== false) onShow({ model: model.url, usdz: usdz?.url ?? null })
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <TextField
        label={t('ar.address')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        placeholder="https://example.com/model.glb"
        aria-invalid={errors.model !== null || undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TextField
        label={t('ar.usdz')}
        hint={t('ar.usdzHint')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={typedUsdz}
        placeholder={usdzAddress ?? 'https://example.com/model.usdz'}
        aria-invalid={errors.usdz !== null || undefined}
        onChange={(event) => setTypedUsdz(event.target.value)}
      />
      <FormError text={errorKey && t(errorKey)} />
      <Button type="submit" busy={busy}>
        {t('ar.show')}
      </Button>
    </form>
  )
}

interface AddressErrors {
  readonly model: 'empty' | 'scheme' | null
  readonly usdz: 'empty' | 'scheme' | null
}

function findErrorKey({ model, usdz }: AddressErrors): 'ar.noAddress' | 'ar.badAddress' | null {
  if (model === 'empty') return 'ar.noAddress'
  return model === 'scheme' || usdz !== null ? 'ar.badAddress' : null
}
