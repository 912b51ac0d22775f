import type { ReactNode } from 'react'
import { Button } from '../../../platform/design/button.js'
import { Banner } from '../../kit/banner.js'

interface NewerVersionProps {
  readonly text: ReactNode
  /** Label of the button. */
  readonly label: string
  readonly onShow: () => void
}

/** Renders that a link names a newer version than the open one. */
export function NewerVersion({ text, label, onShow }: NewerVersionProps) {
  return (
    <Banner text={text}>
      <Button size="small" tone="primary" onClick={onShow}>
        {label}
      </Button>
    </Banner>
  )
}
