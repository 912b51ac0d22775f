import type { UserExtension } from '@kamar/contracts'
import { exampleExtensions } from '@kamar/extension-examples'
import type { Viewer } from '@kamar/viewer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { Button } from '../../../platform/design/button.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { ExtensionCard } from './extension-card.js'
import type { ExtensionHost, ExtensionState } from './extension-host.js'
import { InstallForm } from './install-form.js'
import { PermissionDialog } from './permission-dialog.js'
import { useExtensionHost } from './use-extension-host.js'
import { extensionsKey, useExtensionChoice } from './use-extension-choice.js'

const shownExamples = exampleExtensions.filter((example) => !example.isForDevelopers || import.meta.env.DEV)

/** Renders the user's extensions: built-in ones, and the third-party ones that this deployment allows. */
export function ExtensionsPanel({ viewer }: { viewer: Viewer | null }) {
  const { t, i18n } = useTranslation()
  const { host, states } = useExtensionHost(viewer)
  return (
    <div className="min-h-0 grow overflow-y-auto p-3">
      <h3 className="text-13 font-semibold">{t('extensions.own')}</h3>
      <ul className="mt-2 space-y-2">
        {shownExamples.map(({ id, messages }) => {
          const text = messages[i18n.language] ?? messages['en']
          return (
            <ExtensionCard
              key={id}
              name={text?.['name'] ?? id}
              description={text?.['description'] ?? ''}
              state={states.get(id)}
              onToggle={(on) => void toggle(host, on, id, () => host?.loadExample(id))}
            />
          )
        })}
      </ul>
      <h3 className="mt-5 text-13 font-semibold">{t('extensions.others')}</h3>
      <p className="mt-1 text-13 text-pretty text-muted">{t('extensions.othersHint')}</p>
      <ThirdPartyExtensions host={host} states={states} />
    </div>
  )
}

/** Switches an extension. The card shows a failure; the toast gives the reason if the server reported one. */
async function toggle(
  host: ExtensionHost | null,
  on: boolean,
  id: string,
  load: () => Promise<void> | undefined,
): Promise<void> {
  if (!on) return host?.unload(id)
  await load()?.catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
}

interface ThirdPartyExtensionsProps {
  readonly host: ExtensionHost | null
  readonly states: ReadonlyMap<string, ExtensionState>
}

function ThirdPartyExtensions({ host, states }: ThirdPartyExtensionsProps) {
  const { t } = useTranslation()
  const [pendingExtension, setPendingExtension] = useState<UserExtension | null>(null)
  const { data, isError } = useQuery({
    queryKey: extensionsKey,
    queryFn: ({ signal }) => api.call('listExtensions', undefined, { signal }),
  })
  const choose = useExtensionChoice()
  const run = (extension: UserExtension): void => {
    if (extension.granted === null) return setPendingExtension(extension)
    void toggle(host, true, extension.id, () => host?.loadThirdParty(extension))
  }
  const grant = (extension: UserExtension): void => {
    setPendingExtension(null)
    choose.mutate(
      { id: extension.id, choice: { installed: true, granted: extension.permissions } },
      { onSuccess: (granted) => run(granted) },
    )
  }
  const revoke = (extension: UserExtension, installed: boolean): void => {
    host?.unload(extension.id)
    choose.mutate({ id: extension.id, choice: { installed, granted: null } })
  }
  return (
    <>
      {isError && !data ? <p className="mt-2 text-13 text-danger">{t('extensions.listFailed')}</p> : null}
      {data?.length === 0 ? <p className="mt-2 text-13 text-muted">{t('extensions.none')}</p> : null}
      <ul className="mt-2 space-y-2">
        {data?.map((extension) => (
          <ThirdPartyCard
            key={extension.id}
            extension={extension}
            state={states.get(extension.id)}
            onToggle={(on) => (on ? run(extension) : host?.unload(extension.id))}
            onInstall={() => choose.mutate({ id: extension.id, choice: { installed: true, granted: null } })}
            onRevoke={(installed) => revoke(extension, installed)}
          />
        ))}
      </ul>
      <InstallForm onInstalled={run} />
      <PermissionDialog extension={pendingExtension} onGrant={grant} onClose={() => setPendingExtension(null)} />
    </>
  )
}

interface ThirdPartyCardProps {
  readonly extension: UserExtension
  readonly state: ExtensionState | undefined
  readonly onToggle: (on: boolean) => void
  readonly onInstall: () => void
  /** Revokes the permissions; with false also removes the extension. */
  readonly onRevoke: (installed: boolean) => void
}

function ThirdPartyCard({ extension, state, onToggle, onInstall, onRevoke }: ThirdPartyCardProps) {
  const { t } = useTranslation()
  const { name, description, publisher, version, permissions, installed, granted } = extension
  return (
    <ExtensionCard
      {...{ name, description, permissions, state, onToggle }}
      publisher={t('extensions.by', { publisher, version })}
      isInstalled={installed}
    >
      {installed ? (
        <>
          {granted === null ? null : (
            <Button size="small" tone="quiet" onClick={() => onRevoke(true)}>
              {t('extensions.takeBack')}
            </Button>
          )}
          <Button size="small" tone="quiet" onClick={() => onRevoke(false)}>
            {t('extensions.remove')}
          </Button>
        </>
      ) : (
        <Button size="small" onClick={onInstall}>
          {t('extensions.install')}
        </Button>
      )}
    </ExtensionCard>
  )
}
