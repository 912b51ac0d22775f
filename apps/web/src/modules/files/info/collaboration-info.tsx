import type { FileRecord } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { collaborationKeys as keys } from '../../../platform/collaboration/collaboration-keys.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { useMembers } from '../../../platform/sharing/use-members.js'
import { Fact } from './fact.js'

const maxNames = 2

interface CollaborationInfoProps {
  readonly file: FileRecord
  readonly onShare: () => void
}

/** Shows the collaboration on a file: open issues, and the users with access. Omits rows without data. */
export function CollaborationInfo({ file, onShare }: CollaborationInfoProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const issues = useOpenIssues(file)
  const { sharing } = file
  return (
    <>
      {issues === null ? null : <Fact name={t('fileFacts.issues')}>{formats.number(issues)}</Fact>}
      {sharing ? (
        <Fact name={t('fileFacts.sharedWith')}>
          <button
            type="button"
            title={t('share.button')}
            onClick={onShare}
            className="rounded-control text-end underline underline-offset-4 pointer-coarse:min-h-11 hover:text-accent"
          >
            {sharing.people === 0 ? t('fileFacts.onlyYou') : <Names fileId={file.id} count={sharing.people} />}
          </button>
        </Fact>
      ) : null}
    </>
  )
}

function useOpenIssues({ id, status }: FileRecord): number | null {
  const { data } = useQuery({
    queryKey: [...keys.topics(id), 'counts'],
    queryFn: ({ signal }) => api.call('listTopics', { parameters: { id }, query: { limit: 1 } }, { signal }),
    enabled: status === 'success',
  })
  return data?.counts.open ?? null
}

/** Shows the other users by name, or their number until the names are loaded. */
function Names({ fileId, count }: { readonly fileId: string; readonly count: number }) {
  const { t } = useTranslation()
  const { data: projectMembers } = useMembers(fileId)
  const names = projectMembers?.members.filter(({ isYou }) => !isYou).map(({ name }) => name) ?? []
  if (names.length === 0) return t('fileFacts.people', { count })
  const first = names.slice(0, maxNames).join(', ')
  const others = names.length - maxNames
  return others > 0 ? t('fileFacts.andOthers', { names: first, count: others }) : first
}
