import { Smartphone } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { buttonClass } from '../../../platform/design/button-class.js'
import type { ArModel } from './ar-model.js'
import { type ArSupport, findArSupport, openInQuickLook } from './ar-support.js'
import type { ModelViewerElement } from './load-model-viewer.js'
import { sceneViewerLink } from './remote/model-address.js'

interface StartArProps {
  readonly model: ArModel
  readonly element: RefObject<ModelViewerElement | null>
}

const icon = <Smartphone />

/** Starts augmented reality with the shown model, or explains why this device does not support it. */
export function StartAr({ model, element }: StartArProps) {
  const { t } = useTranslation()
  const support = useArSupport(model)
  if (support === null) return null
  if (support === 'none' || support === 'insecure') {
    return (
      <p role="status" className="text-13 text-pretty text-muted">
        {t(`ar.support.${support}`)}
      </p>
    )
  }
  if (support === 'scene-viewer' && model.address !== null) {
    return (
      <a className={buttonClass('primary')} href={sceneViewerLink(model.address, location.href)}>
        {icon}
        {t('ar.start')}
      </a>
    )
  }
  const start = (): void => {
    if (support === 'quick-look' && model.usdz !== null) openInQuickLook(model.usdz)
    else void element.current?.activateAR()
  }
  return (
    <Button tone="primary" icon={icon} onClick={start}>
      {t('ar.start')}
    </Button>
  )
}

function useArSupport({ address }: ArModel): ArSupport | null {
  const [support, setSupport] = useState<ArSupport | null>(null)
  useEffect(() => {
    let isShown = true
    void findArSupport(address !== null).then((support) => {
      if (isShown) setSupport(support)
    })
    return () => {
      isShown = false
    }
  }, [address])
  return support
}
