import type { ModelSetSummary } from '@kamar/contracts'
import { ChevronRight, Combine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { IconButton } from '../../platform/design/button.js'
import { ConfirmDialog } from '../../platform/design/dialog.js'
import { modelSetPath, useModelSetCalls, useModelSets } from '../../platform/model-sets/use-model-sets.js'
import { useAsyncAction } from '../../platform/use-async-action.js'

/** Lists the saved model sets above the files; renders nothing while there are none. */
export function ModelSets() {
  const { t } = useTranslation()
  const { data: sets } = useModelSets()
  if (!sets?.length) return null
  return (
    <details className="group/sets shrink-0 border-b border-line">
      <summary className="flex h-10 list-none items-center gap-2 px-4 text-13 font-semibold outline-offset-[-2px] hover:bg-page [&::-webkit-details-marker]:hidden">
        <ChevronRight className="shrink-0 text-muted transition-transform duration-140 group-open/sets:rotate-90" />
        {t('together.sets')}
        <span className="rounded-full bg-sunken px-1.5 text-12 font-normal tabular-nums">{sets.length}</span>
      </summary>
      <ul className="max-h-60 overflow-y-auto overscroll-contain pb-2">
        {sets.map((set) => (
          <SetRow key={set.id} set={set} />
        ))}
      </ul>
    </details>
  )
}

function SetRow({ set }: { readonly set: ModelSetSummary }) {
  const { t } = useTranslation()
  const calls = useModelSetCalls()
  const [isConfirming, setConfirming] = useState(false)
  const { busy, begin } = useAsyncAction()
  const { hasNewer, id, models, name, personal, projectName, role } = set
  const details = [t('together.models', { count: models }), personal ? t('together.personal') : projectName]
  const remove = (): void => begin(() => calls.remove(id))
  return (
    <li className="flex items-center gap-1 pe-3">
      <Link to={modelSetPath(id)} className="flex min-h-11 min-w-0 grow items-center gap-3 px-4 hover:bg-page">
        <Combine size={20} className="shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="block truncate text-14">{name}</span>
          <span className="block truncate text-12 text-muted">
            {details.join(' · ')}
            {hasNewer ? <span className="text-accent"> · {t('together.hasNewer')}</span> : null}
          </span>
        </span>
      </Link>
      {role === 'owner' || role === 'editor' ? (
        <IconButton size="small" label={t('together.deleteSet', { name })} onClick={() => setConfirming(true)}>
          <Trash2 />
        </IconButton>
      ) : null}
      <ConfirmDialog
        open={isConfirming}
        title={t('together.deleteSet', { name })}
        confirm={t('files.delete')}
        confirming={t('files.deleting')}
        busy={busy}
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <p>{t('together.deleteAsk', { name })}</p>
      </ConfirmDialog>
    </li>
  )
}
