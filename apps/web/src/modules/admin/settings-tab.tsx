import type { DeploymentSettings } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { notify } from '../../platform/design/toasts-state.js'
import { TextField } from '../../platform/design/fields/text-field.js'
import { Toggle } from '../../platform/design/fields/toggle.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { Checkbox } from '../../platform/design/fields/checkbox.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section } from '../../platform/shell/settings-shell.js'
import { adminKeys } from './admin-keys.js'
import { useSettings } from './use-settings.js'

const bytesPerGigabyte = 1024 ** 3
/** Renders the settings of the whole deployment. */
export function SettingsTab() {
  const { data, error, isError, refetch } = useSettings()
  if (isError && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <CardsSkeleton heightsPixels={[240]} />
  return <SettingsForm settings={data} />
}

function SettingsForm({ settings }: { settings: DeploymentSettings }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [draft, setDraft] = useState(settings)
  const save = useMutation({
    mutationFn: (body: DeploymentSettings) => api.call('saveDeploymentSettings', { body }),
    onSuccess(saved) {
      client.setQueryData(adminKeys.settings, saved)
      notify(t('admin.settingsSaved'))
    },
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(draft)
  }
  return (
    <form onSubmit={submit} className="max-w-180">
      <Section title={t('admin.settingsTitle')}>
        <div className="divide-y divide-line">
          <Toggle
            label={t('admin.requireApproval')}
            hint={t('admin.requireApprovalHint')}
            checked={draft.requireApproval}
            onChange={(requireApproval) => setDraft({ ...draft, requireApproval })}
          />
          <TwoFactorRoles
            required={draft.twoFactorRoles}
            onChange={(twoFactorRoles) => setDraft({ ...draft, twoFactorRoles })}
          />
          <Toggle
            label={t('admin.signUpOpen')}
            hint={t('admin.signUpOpenHint')}
            checked={draft.signUpOpen}
            onChange={(signUpOpen) => setDraft({ ...draft, signUpOpen })}
          />
          <DefaultQuota
            bytes={settings.defaultQuotaBytes}
            onChange={(defaultQuotaBytes) => setDraft({ ...draft, defaultQuotaBytes })}
          />
          <ExtraExtensions
            allowed={draft.extraExtensions}
            onChange={(extraExtensions) => setDraft({ ...draft, extraExtensions })}
          />
        </div>
        <div className="mt-6 flex justify-end">
          <Button type="submit" tone="primary" busy={save.isPending}>
            {t('admin.saveSettings')}
          </Button>
        </div>
      </Section>
    </form>
  )
}

const roles = ['admin', 'user'] as const

interface TwoFactorRolesProps {
  readonly required: DeploymentSettings['twoFactorRoles']
  readonly onChange: (required: DeploymentSettings['twoFactorRoles']) => void
}

/** Selects the roles whose accounts need a second factor. */
function TwoFactorRoles({ required, onChange }: TwoFactorRolesProps) {
  const { t } = useTranslation()
  return roles.map((role) => (
    <Toggle
      key={role}
      label={t(`admin.twoFactorOf.${role}`)}
      hint={t('admin.twoFactorHint')}
      checked={required.includes(role)}
      onChange={(isRequired) =>
        onChange(roles.filter((other) => (other === role ? isRequired : required.includes(other))))
      }
    />
  ))
}

/** Renders a quota in gigabytes; invalid input changes nothing. */
function DefaultQuota({ bytes, onChange }: { bytes: number; onChange: (bytes: number) => void }) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('admin.defaultQuota')}
      hint={t('admin.defaultQuotaHint')}
      type="number"
      min={0.001}
      max={1_000_000}
      step="any"
      required
      defaultValue={bytes / bytesPerGigabyte}
      onChange={(event) => {
        const gigabytes = event.currentTarget.valueAsNumber
        if (gigabytes > 0) onChange(Math.round(gigabytes * bytesPerGigabyte))
      }}
      className="max-w-72 pt-4 pb-4"
    />
  )
}

interface ExtraExtensionsProps {
  readonly allowed: readonly string[]
  readonly onChange: (allowed: string[]) => void
}

/** Lists the formats of readers besides the twenty; none is allowed until it is ticked here. */
function ExtraExtensions({ allowed, onChange }: ExtraExtensionsProps) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: adminKeys.uploadRules,
    queryFn: ({ signal }) => api.call('uploadRules', undefined, { signal }),
  })
  return (
    <fieldset className="pt-4">
      <legend className="float-start w-full text-14">{t('admin.extraExtensions')}</legend>
      <p className="clear-both mt-1 mb-3 text-13 text-muted">{t('admin.extraExtensionsHint')}</p>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {data?.optionalExtensions.map((extension) => (
          <Checkbox
            key={extension}
            label={extension}
            checked={allowed.includes(extension)}
            onChange={({ currentTarget: { checked } }) =>
              onChange([...allowed.filter((other) => other !== extension), ...(checked ? [extension] : [])])
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
