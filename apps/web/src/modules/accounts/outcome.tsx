import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../../platform/design/button-class.js'
import { AccountShell } from './account-shell.js'

interface OutcomeProps {
  readonly heading: string
  readonly text: string
  /** Target of the button; by default the sign-in page. */
  readonly next?: { readonly to: string; readonly label: string } | undefined
  /** Content below the button. */
  readonly children?: ReactNode
}

/** Shows the result of a completed action, and the next step. */
export function Outcome({ heading, text, next, children }: OutcomeProps) {
  const { t } = useTranslation()
  return (
    <AccountShell heading={heading}>
      <p role="status" className="flex items-start gap-3 text-16">
        <CircleCheck size={20} className="mt-0.5 shrink-0 text-success" />
        {text}
      </p>
      <Link to={next?.to ?? '/signin'} className={`${buttonClass('primary', 'large')} mt-8`}>
        {next?.label ?? t('thankYou.signIn')}
      </Link>
      {children}
    </AccountShell>
  )
}
