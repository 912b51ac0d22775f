import type { ExtensionAdministration, ExtensionAudience } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { notify } from '../../platform/design/toasts-state.js'
import { TextArea } from '../../platform/design/fields/text-area.js'
import { TextField } from '../../platform/design/fields/text-field.js'
import { Toggle } from '../../platform/design/fields/toggle.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section } from '../../platform/shell/settings-shell.js'
import { adminKeys } from './admin-keys.js'
import { ExtensionRow } from './extension-row.js'

/** Manages the allowed sources of viewer extensions, and the extensions of this deployment. */
export function ExtensionsTab() {
  const { t } = useTranslation()
  const { data, error, isError, refetch } = useQuery({
    queryKey: adminKeys.extensions,
    queryFn: ({ signal }) => api.call('administerExtensions', undefined, { signal }),
  })
  if (isError && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <CardsSkeleton heightsPixels={[200, 200]} />
  return (
    <div className="max-w-180 space-y-6">
      <SourcesForm sources={data.sources} />
      <AddForm />
      <Section title={t('extensions.admin.list')}>
        {data.extensions.length === 0 ? <p className="text-14 text-muted">{t('extensions.admin.none')}</p> : null}
        <ul className="divide-y divide-line">
          {data.extensions.map((extension) => (
            <ExtensionRow key={extension.id} extension={extension} />
          ))}
        </ul>
      </Section>
    </div>
  )
}

function SourcesForm({ sources }: Pick<ExtensionAdministration, 'sources'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState(sources.join('\n'))
  const save = useMutation({
    mutationFn: (lines: string[]) => api.call('saveExtensionSources', { body: { sources: lines } }),
    onSuccess(saved) {
      client.setQueryData(adminKeys.extensions, saved)
      setText(saved.sources.join('\n'))
      notify(t('extensions.admin.saved'))
    },
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const lines = text.split('\n').map((line) => line.trim())
    save.mutate(lines.filter((line) => line !== ''))
  }
  return (
    <form onSubmit={submit}>
      <Section title={t('extensions.admin.sources')}>
        <TextArea
          label={t('extensions.admin.addresses')}
          hint={t('extensions.admin.sourcesHint')}
          rows={4}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="mt-4 flex justify-end">
          <Button type="submit" tone="primary" busy={save.isPending}>
            {t('extensions.admin.save')}
          </Button>
        </div>
      </Section>
    </form>
  )
}

/** Fetches an extension; the server refuses URLs that are not in the list above. */
function AddForm() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [manifestUrl, setManifestUrl] = useState('')
  const [isForAllUsers, setForAllUsers] = useState(false)
  const add = useMutation({
    mutationFn: (audience: ExtensionAudience) => api.call('addExtension', { body: { manifestUrl, audience } }),
    async onSuccess({ name }) {
      setManifestUrl('')
      notify(t('extensions.admin.added', { name }))
      await client.invalidateQueries({ queryKey: adminKeys.extensions })
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    add.mutate(isForAllUsers ? 'everybody' : 'on-demand')
  }
  return (
    <form onSubmit={submit}>
      <Section title={t('extensions.admin.add')}>
        <TextField
          label={t('extensions.address')}
          type="url"
          required
          value={manifestUrl}
          error={add.error ? errorMessage(add.error) : undefined}
          onChange={(event) => setManifestUrl(event.currentTarget.value)}
        />
        <Toggle label={t('extensions.admin.forEverybody')} checked={isForAllUsers} onChange={setForAllUsers} />
        <div className="flex justify-end">
          <Button type="submit" busy={add.isPending}>
            {t('extensions.admin.addButton')}
          </Button>
        </div>
      </Section>
    </form>
  )
}
