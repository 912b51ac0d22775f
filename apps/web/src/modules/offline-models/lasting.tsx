import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { notify } from '../../platform/design/toasts-state.js'

const key = ['device', 'lasting']

/** Shows whether the browser may evict the models, and requests persistent storage. */
export function Lasting() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isLasting = useQuery({ queryKey: key, queryFn: isPersisted }).data
  if (isLasting === undefined || isLasting === null) return null
  const requestPersistence = async (): Promise<void> => {
    const granted = await navigator.storage.persist()
    client.setQueryData(key, granted)
    if (!granted) notify(t('offline.notLastingYet'))
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <p className="min-w-0 grow basis-60 text-13 text-pretty text-muted">
        {t(isLasting ? 'offline.lasting' : 'offline.passing')}
      </p>
      {isLasting ? null : (
        <Button size="small" icon={<ShieldCheck />} onClick={() => void requestPersistence()}>
          {t('offline.makeLasting')}
        </Button>
      )}
    </div>
  )
}

/** Returns null where the browser does not report it. */
async function isPersisted(): Promise<boolean | null> {
  const storage = navigator.storage as Partial<StorageManager> | undefined
  return (await storage?.persisted?.()) ?? null
}
