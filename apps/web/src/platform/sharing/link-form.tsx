import { collaborationLimits, limits, type ShareLinkForm } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { focusWhenShown } from '../design/focus-when-shown.js'
import { inputClass, PasswordField, TextField } from '../design/fields/text-field.js'
import { Toggle } from '../design/fields/toggle.js'
import { errorMessage } from '../errors/error-message.js'
import type { CurrentView } from './current-view.js'
import { useSavedViews } from './use-members.js'
import { VersionChoice } from './version-choice.js'

/** Days until a link expires; null: until it is revoked. */
const lifetimes = { day: 1, week: 7, month: 30, always: null } as const
type Life = keyof typeof lifetimes
const dayMilliseconds = 86_400_000

interface LinkFormProps {
  readonly fileId: string
  /** What the viewer shows; null where no model is open. */
  readonly currentView: CurrentView | null
  /** Rejects with the server's error. */
  readonly onCreate: (form: ShareLinkForm) => Promise<void>
  readonly onCancel: () => void
}

/** Settings of a link. */
interface LinkChoice {
  readonly name: string
  readonly life: Life
  readonly password: string
  readonly mayDownload: boolean
  readonly followsLatest: boolean
  /** Id of a saved view, or one of the other two. */
  readonly opens: string
}

/** Values of `opens` besides ids of saved views. */
const defaultView = 'default'
const viewOnScreen = 'current'

const startChoice: LinkChoice = {
  name: '',
  life: 'week',
  password: '',
  mayDownload: false,
  followsLatest: false,
  opens: defaultView,
}

async function toForm(
  { name, life, password, mayDownload, followsLatest, opens }: LinkChoice,
  currentView: CurrentView | null,
): Promise<ShareLinkForm> {
  const viewId = opens === viewOnScreen ? await currentView?.store() : opens === defaultView ? undefined : opens
  const days = lifetimes[life]
  return {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(password === '' ? {} : { password }),
    ...(followsLatest ? { followsLatest } : {}),
    ...(viewId === undefined ? {} : { viewId }),
    ...(currentView?.fileVersion ? { fileVersion: currentView.fileVersion } : {}),
    mayDownload,
    expiresAt: days === null ? null : new Date(Date.now() + days * dayMilliseconds).toISOString(),
  }
}

/** The form opens below the list of links, where it may be out of sight. */
const scrollFormIntoView = (form: HTMLFormElement | null): void => form?.scrollIntoView({ block: 'nearest' })

/** Renders recipient, expiry and permissions of a new link. */
export function LinkForm({ currentView, fileId, onCreate, onCancel }: LinkFormProps) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState({ ...startChoice, opens: currentView ? viewOnScreen : defaultView })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const change = (part: Partial<LinkChoice>): void => setChoice({ ...choice, ...part })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    void toForm(choice, currentView)
      .then(onCreate)
      .catch((error: unknown) => {
        setError(errorMessage(error))
        setBusy(false)
      })
  }
  return (
    <form ref={scrollFormIntoView} onSubmit={submit} className="mt-2 rounded-card border border-line p-3">
      <LinkFields {...{ choice, currentView, fileId }} onChange={change} />
      <Toggle
        label={t('share.mayDownload')}
        checked={choice.mayDownload}
        onChange={(mayDownload) => change({ mayDownload })}
      />
      {error === null ? null : (
        <p role="alert" className="mb-2 text-13 text-danger">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button size="small" tone="primary" type="submit" busy={busy}>
          {t('share.makeLink')}
        </Button>
      </div>
    </form>
  )
}

interface LinkFieldsProps extends Pick<LinkFormProps, 'currentView' | 'fileId'> {
  readonly choice: LinkChoice
  readonly onChange: (part: Partial<LinkChoice>) => void
}

function LinkFields({ choice, currentView, fileId, onChange }: LinkFieldsProps) {
  const { t } = useTranslation()
  const views = useSavedViews(fileId).data ?? []
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        ref={focusWhenShown}
        label={t('share.linkName')}
        maxLength={collaborationLimits.linkNameCharacters}
        value={choice.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <label className="text-13 font-medium">
        {t('share.expiry')}
        <select
          className={`${inputClass} mt-1.5 font-normal`}
          value={choice.life}
          onChange={(event) => onChange({ life: event.currentTarget.value as Life })}
        >
          {(Object.keys(lifetimes) as Life[]).map((value) => (
            <option key={value} value={value}>
              {t(`share.lives.${value}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="text-13 font-medium">
        {t('share.opens')}
        <select
          className={`${inputClass} mt-1.5 font-normal`}
          value={choice.opens}
          onChange={(event) => onChange({ opens: event.currentTarget.value })}
        >
          {currentView && <option value={viewOnScreen}>{t('share.opensCurrent')}</option>}
          <option value={defaultView}>{t('share.opensDefault')}</option>
          {views.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || t('share.unnamedView')}
            </option>
          ))}
        </select>
      </label>
      <VersionChoice followsLatest={choice.followsLatest} onChange={(followsLatest) => onChange({ followsLatest })} />
      <PasswordField
        label={t('share.password')}
        hint={t('share.passwordHint', { count: limits.minPasswordCharacters })}
        autoComplete="new-password"
        minLength={limits.minPasswordCharacters}
        value={choice.password}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
    </div>
  )
}
