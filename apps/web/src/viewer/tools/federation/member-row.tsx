import type { ModelMember } from '@kamar/viewer'
import { Eye, EyeOff, Ghost, Move3d, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { AlignFields } from './align-fields.js'
import { VersionChoice } from './version-choice.js'
import type { Federation } from './use-federation.js'

interface MemberRowProps {
  readonly member: ModelMember
  readonly federation: Federation
  readonly isFirst: boolean
}

/** Renders a model of the view: visibility, ghosting, alignment, removal. */
export function MemberRow({ member, federation, isFirst }: MemberRowProps) {
  const { t } = useTranslation()
  const [isExpanded, setExpanded] = useState(false)
  const { run, members } = federation
  const { key, label: name, off, ghosted } = member
  return (
    <li>
      <div className="flex items-center gap-0.5 py-1 ps-3 pe-1.5">
        <div className="min-w-0 grow">
          <MiddleEllipsis name={name} className={off ? 'text-14 text-muted' : 'text-14'} />
          <MemberNote {...{ member, federation, isFirst }} />
        </div>
        <IconButton
          size="small"
          label={t(off ? 'together.shown' : 'together.hidden', { name })}
          onClick={() => run((models) => models.setOff(key, !off))}
        >
          {off ? <EyeOff /> : <Eye />}
        </IconButton>
        <IconButton
          size="small"
          label={t('together.ghost', { name })}
          isActive={ghosted}
          onClick={() => run((models) => models.setGhosted(key, !ghosted))}
        >
          <Ghost />
        </IconButton>
        <IconButton
          size="small"
          label={t('together.align', { name })}
          isActive={isExpanded}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          <Move3d />
        </IconButton>
        <IconButton
          size="small"
          label={t('together.remove', { name })}
          disabled={members.length < 2}
          onClick={() => run((models) => models.remove(key))}
        >
          <X />
        </IconButton>
      </div>
      {isExpanded ? (
        <div className="space-y-3 bg-page px-3 pt-1 pb-3">
          {isFirst ? <p className="text-12 text-muted">{t('together.reference')}</p> : null}
          {isFirst || member.state === 'waiting' || member.state === 'failed' ? null : (
            <AlignFields {...{ member, federation }} />
          )}
          <VersionChoice {...{ member, federation }} />
        </div>
      ) : null}
    </li>
  )
}

/** Renders further information on a model. */
function MemberNote({ member, federation, isFirst }: MemberRowProps) {
  const { t } = useTranslation()
  const inSet = federation.set?.members.find(({ fileId }) => fileId === member.key)
  const newest = inSet?.file?.newestVersion ?? 0
  if (member.state === 'failed')
    return (
      <p role="alert" className="text-12 text-pretty text-danger">
        {t('together.failed')}
      </p>
    )
  if (member.state !== 'shown')
    return (
      <p role="status" className="text-12 text-pretty text-muted">
        {t(member.state === 'waiting' ? 'together.waiting' : 'together.joining')}
      </p>
    )
  if (inSet && newest > inSet.seenVersion)
    return <p className="text-12 text-pretty text-accent">{t('together.newer', { newest, seen: inSet.seenVersion })}</p>
  return isFirst ? <p className="text-12 text-pretty text-muted">{t('together.reference')}</p> : null
}
