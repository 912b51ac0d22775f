import { type GroupForm, type GroupKind, groupLimits, type GroupRecord } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '../../../platform/design/dialog.js'
import { Choice } from '../../../platform/design/fields/choice.js'
import { FormError } from '../../../platform/design/fields/form-error.js'
import { TextField } from '../../../platform/design/fields/text-field.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'

interface GroupFieldsProps {
  /** Group that is changed; its kind stays. */
  readonly group?: GroupRecord
  readonly confirm: string
  readonly onSubmit: (form: GroupForm) => Promise<unknown>
  readonly onCancel: () => void
}

/** Renders the name of a group; for an organization also its code and the domains of its addresses. */
export function GroupFields({ confirm, group, onCancel, onSubmit }: GroupFieldsProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<GroupKind>(group?.kind ?? 'group')
  const [name, setName] = useState(group?.name ?? '')
  const [code, setCode] = useState(group?.code ?? '')
  const [domains, setDomains] = useState(group?.domains.join(', ') ?? '')
  const { begin, busy, error } = useAsyncAction({ inPlace: true })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const organization = { code: code.trim(), domains: domains.split(/[\s,;]+/).filter((domain) => domain !== '') }
    begin(() => onSubmit({ kind, name: name.trim(), ...(kind === 'organization' ? organization : {}) }))
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      {group ? null : (
        <Choice
          legend={t('groups.kind')}
          hint={t('groups.kindHint')}
          value={kind}
          onChoose={setKind}
          choices={[
            { value: 'group', label: t('groups.kinds.group') },
            { value: 'organization', label: t('groups.kinds.organization') },
          ]}
        />
      )}
      <TextField
        label={t('groups.name')}
        value={name}
        required
        autoComplete="off"
        maxLength={groupLimits.nameCharacters}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {kind === 'organization' ? (
        <>
          <TextField
            label={t('groups.code')}
            hint={t('groups.codeHint')}
            value={code}
            autoComplete="off"
            maxLength={groupLimits.codeCharacters}
            pattern="[A-Za-z0-9]*"
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <TextField
            label={t('groups.domains')}
            hint={t('groups.domainsHint')}
            value={domains}
            autoComplete="off"
            placeholder="example.am"
            onChange={(event) => setDomains(event.currentTarget.value)}
          />
        </>
      ) : null}
      <FormError text={error} />
      <FormButtons confirm={confirm} busy={busy} canSubmit={name.trim() !== ''} onCancel={onCancel} />
    </form>
  )
}
