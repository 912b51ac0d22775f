import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/design/button.js'
import { FormProblem } from '../../../shared/design/form-problem.js'
import { TextField } from '../../../shared/design/text-field.js'
import type { DirectRequest } from './direct-model.js'
import { readAddress, usdzBeside } from './model-address.js'

interface AddressFormProps {
  /** What the field begins with. */
  readonly address: string
  readonly busy: boolean
  readonly onShow: (request: DirectRequest) => void
}

/** A model of the open web: its address, and where its USDZ for iPhone and iPad is. */
export function AddressForm({ address, busy, onShow }: AddressFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(address)
  const [typedUsdz, setTypedUsdz] = useState('')
  const [problems, setProblems] = useState<Problems>({ model: null, usdz: null })
  const model = readAddress(typed, location.protocol)
  const problem = problemKey(problems)
  const beside = model.ok ? usdzBeside(model.url) : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const usdz = typedUsdz.trim() === '' ? null : readAddress(typedUsdz, location.protocol)
    const found = { model: model.ok ? null : model.problem, usdz: usdz?.ok === false ? usdz.problem : null }
    setProblems(found)
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
        aria-invalid={problems.model !== null || undefined}
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
        placeholder={beside ?? 'https://example.com/model.usdz'}
        aria-invalid={problems.usdz !== null || undefined}
        onChange={(event) => setTypedUsdz(event.target.value)}
      />
      <FormProblem text={problem && t(problem)} />
      <Button type="submit" busy={busy}>
        {t('ar.show')}
      </Button>
    </form>
  )
}

interface Problems {
  readonly model: 'empty' | 'scheme' | null
  readonly usdz: 'empty' | 'scheme' | null
}

function problemKey({ model, usdz }: Problems): 'ar.noAddress' | 'ar.badAddress' | null {
  if (model === 'empty') return 'ar.noAddress'
  return model === 'scheme' || usdz !== null ? 'ar.badAddress' : null
}
