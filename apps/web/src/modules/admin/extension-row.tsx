import type { AdminExtension, AdminExtensionChange } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { ConfirmDialog } from '../../platform/design/dialog.js'
import { notify } from '../../platform/design/toasts-state.js'
import { Toggle } from '../../platform/design/fields/toggle.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { TimeInText } from '../../platform/format/shown-time.js'
import { adminKeys } from './admin-keys.js'

/** Renders one extension of the deployment and its actions. */
export function ExtensionRow({ extension }: { extension: AdminExtension }) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState(false)
  const { name, enabled, audience, installations } = extension
  const { change, fetchAgain, remove } = useExtensionChanges(extension)
  return (
    <li className="py-4">
      <h3 className="text-14 font-semibold break-words">{name}</h3>
      <p className="mt-1 text-13 break-words text-muted">
        <TimeInText value={extension.fetchedAt} as="day">
          {(date) =>
            t('extensions.admin.from', {
              version: extension.version,
              publisher: extension.publisher,
              address: extension.manifestUrl,
              date,
            })
          }
        </TimeInText>
      </p>
      <p className="mt-1 text-13 text-muted">
        {extension.permissions.map((permission) => t(`extensions.permission.${permission}`)).join(' · ')}
      </p>
      <p className="mt-1 text-13 text-muted">{t('extensions.admin.installations', { count: installations })}</p>
      <Toggle
        label={t('extensions.admin.enabled')}
        checked={enabled}
        onChange={(on) => change.mutate({ enabled: on })}
      />
      <Toggle
        label={t('extensions.admin.forEverybody')}
        checked={audience === 'everybody'}
        onChange={(on) => change.mutate({ audience: on ? 'everybody' : 'on-demand' })}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={fetchAgain.isPending} onClick={() => fetchAgain.mutate()}>
          {t('extensions.admin.fetch')}
        </Button>
        <Button size="small" tone="quiet-danger" onClick={() => setRemoving(true)}>
          {t('extensions.admin.remove')}
        </Button>
      </div>
      <ConfirmDialog
        open={removing}
        title={t('extensions.admin.remove')}
        confirm={t('extensions.admin.remove')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setRemoving(false) })}
        onCancel={() => setRemoving(false)}
      >
        <p>{t('extensions.admin.removeText', { name, count: installations })}</p>
      </ConfirmDialog>
    </li>
  )
}

function useExtensionChanges({ id, name }: AdminExtension) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const after = {
    onError: (error: Error) => notify(errorMessage(error), { tone: 'problem' }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.extensions }),
  } as const
  const parameters = { id }
  return {
    change: useMutation({
      mutationFn: (body: AdminExtensionChange) => api.call('changeExtension', { parameters, body }),
      ...after,
    }),
    fetchAgain: useMutation({
      mutationFn: () => api.call('fetchExtensionAgain', { parameters }),
      onSuccess: ({ version }) => notify(t('extensions.admin.fetched', { name, version })),
      ...after,
    }),
    remove: useMutation({ mutationFn: () => api.call('removeExtension', { parameters }), ...after }),
  }
}
