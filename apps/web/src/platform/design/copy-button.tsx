import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.js'

const confirmationMilliseconds = 1_500

interface CopyButtonProps {
  readonly label: string
  readonly text: string
  readonly className?: string
  readonly tabIndex?: number
}

/** Renders a button that copies a text and confirms in place. */
export function CopyButton({ label, text, className, tabIndex }: CopyButtonProps) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), confirmationMilliseconds)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? Check : Copy
  return (
    <IconButton
      size="small"
      label={copied ? t('common.copied') : label}
      tabIndex={tabIndex}
      className={className ?? ''}
      onClick={() => void copyText(text).then(setCopied)}
    >
      <Icon />
    </IconButton>
  )
}

/** Copies a text; returns whether it succeeded. The clipboard exists only in secure contexts and may be refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
