import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../platform/design/button-class.js'
import { PageLink } from '../../platform/shell/page-link.js'
import { TextPage } from '../../platform/shell/text-page.js'
import { type ContactMessage, sendContact } from './send-contact.js'

type State =
  | { readonly kind: 'writing'; readonly error: string | null }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly email: string }

/** Reads the fields of the form, without an empty company. */
function readMessage(form: HTMLFormElement): ContactMessage {
  const fields = new FormData(form)
  const text = (name: string): string => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const company = text('company')
  return { name: text('name'), email: text('email'), message: text('message'), ...(company ? { company } : {}) }
}

const noSubscription = () => () => undefined

export function ContactPage() {
  const { t } = useTranslation()
  const [state, setState] = useState<State>({ kind: 'writing', error: null })
  // Before hydration, a submitted form would go nowhere.
  const isLive = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  )
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const message = readMessage(event.currentTarget)
    setState({ kind: 'sending' })
    const refusal = await sendContact(message)
    setState(
      refusal === null
        ? { kind: 'sent', email: message.email }
        : { kind: 'writing', error: refusal || t('contact.failed') },
    )
  }
  return (
    <TextPage title={t('contact.title')} heading={t('contact.heading')} intro={t('contact.intro')}>
      <div className="mt-10 max-w-180">
        {state.kind === 'sent' ? (
          <Sent email={state.email} onAnother={() => setState({ kind: 'writing', error: null })} />
        ) : (
          <form onSubmit={(event) => void send(event)} className="grid gap-5 sm:grid-cols-2">
            <Field name="name" label={t('contact.name')} autoComplete="name" />
            <Field name="email" type="email" label={t('contact.email')} autoComplete="email" />
            <Field name="company" label={t('contact.company')} autoComplete="organization" optional />
            <label className="block sm:col-span-2">
              <span className="text-13 font-medium">{t('contact.message')}</span>
              <textarea name="message" required maxLength={4000} rows={7} className={`${fieldClass} py-2`} />
            </label>
            <div role="alert" className="empty:hidden sm:col-span-2">
              {state.kind === 'writing' && state.error ? (
                <p className="rounded-control bg-danger-soft px-3 py-2 text-14">{state.error}</p>
              ) : null}
            </div>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3 sm:col-span-2">
              <button
                type="submit"
                disabled={!isLive || state.kind === 'sending'}
                className={buttonClass('primary', 'large')}
              >
                {state.kind === 'sending' ? t('contact.sending') : t('contact.send')}
              </button>
              <PageLink to="/privacy" className="text-14 text-muted underline underline-offset-2 hover:text-text">
                {t('contact.privacy')}
              </PageLink>
            </div>
          </form>
        )}
      </div>
    </TextPage>
  )
}

const fieldClass =
  'mt-1.5 block w-full rounded-control border border-edge bg-surface px-3 text-16 focus-visible:outline-offset-0'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly autoComplete: string
  readonly type?: 'text' | 'email'
  readonly optional?: boolean
}

function Field({ name, label, autoComplete, type = 'text', optional = false }: FieldProps) {
  return (
    <label className="block">
      <span className="text-13 font-medium">{label}</span>
      <input
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={!optional}
        maxLength={type === 'email' ? 254 : 120}
        className={`${fieldClass} h-11`}
      />
    </label>
  )
}

function Sent({ email, onAnother }: { email: string; onAnother: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="rounded-dialog border border-line bg-surface p-6 sm:p-8">
      <h2 className="flex items-start gap-3 text-20">
        <CircleCheck size={20} className="mt-1 shrink-0 text-success" />
        {t('contact.sentTitle')}
      </h2>
      <p className="mt-2 text-16 wrap-anywhere text-muted">{t('contact.sentText', { email })}</p>
      <button type="button" onClick={onAnother} className={`${buttonClass('secondary')} mt-6`}>
        {t('contact.another')}
      </button>
    </div>
  )
}
