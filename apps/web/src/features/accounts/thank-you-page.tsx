import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../../shared/design/button.js'
import { useTitle } from '../../shared/use-title.js'
import { AccountShell } from './account-shell.js'

export function ThankYouPage() {
  const { t } = useTranslation()
  useTitle(t('thankYou.title'))
  return (
    <AccountShell heading={t('thankYou.heading')}>
      <p className="flex items-start gap-3 text-16">
        <CircleCheck size={20} strokeWidth={1.5} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />
        {t('thankYou.message')}
      </p>
      <Link to="/signin" className={`${buttonClass('primary', 'large')} mt-8`}>
        {t('thankYou.signIn')}
      </Link>
    </AccountShell>
  )
}
