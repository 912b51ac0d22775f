import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../platform/design/button.js'

interface BannerProps {
  readonly text: ReactNode
  /** Buttons. */
  readonly children?: ReactNode
  /** Omitted where the message stays. */
  readonly onClose?: () => void
}

/** Renders a line under the top bar that waits for the user and covers little of the model. */
export function Banner({ text, children, onClose }: BannerProps) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      className="pointer-events-auto mx-auto mt-1.5 flex w-fit max-w-full animate-appear flex-wrap items-center gap-x-2 gap-y-1 rounded-card border border-line bg-surface py-1 ps-3 pe-1 text-13 shadow-float"
    >
      <p className="min-w-0 py-1 text-pretty">{text}</p>
      <div className="ms-auto flex items-center gap-1">
        {children}
        {onClose && (
          <IconButton size="small" label={t('common.close')} onClick={onClose}>
            <X />
          </IconButton>
        )}
      </div>
    </div>
  )
}
