import { FontList, limits } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileType, RotateCw, Trash2, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, fetchStream } from '../../platform/api/api.js'
import { Button, IconButton } from '../../platform/design/button.js'
import { notify } from '../../platform/design/toasts-state.js'
import { errorMessage, messageOfCode } from '../../platform/errors/error-message.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { Section, SettingsShell } from '../../platform/shell/settings-shell.js'
import { fontsKey } from './fonts-key.js'

const fontTypes = '.shx,.ttf,.otf'

/** Manages the fonts for the account's drawings. */
export function FontsPage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: fontsKey,
    queryFn: ({ signal }) => api.call('listFonts', undefined, { signal }),
    // Drawings translated meanwhile may lack a font.
    staleTime: 0,
  })
  return (
    <SettingsShell title={t('fonts.title')} subtitle={t('fonts.subtitle')} tabs>
      {query.data ? (
        <Fonts list={query.data} />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[180, 240]} />
      )}
    </SettingsShell>
  )
}

function Fonts({ list }: { list: FontList }) {
  const { t } = useTranslation()
  return (
    <>
      <UploadCard />
      {list.waitingDrawings > 0 ? <WaitingCard count={list.waitingDrawings} /> : null}
      <Section title={t('fonts.yours')}>
        {list.fonts.length === 0 ? (
          <p className="text-14 text-muted">{t('fonts.empty')}</p>
        ) : (
          <ul className="divide-y divide-line">
            {list.fonts.map((font) => (
              <FontRow key={font.id} font={font} />
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

function UploadCard() {
  const { t } = useTranslation()
  const formats = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const upload = useFontChange(uploadFonts)
  const choose = (files: readonly File[]): void => {
    if (files.length === 0) return
    if (files.some(({ size }) => size > limits.maxFontBytes))
      notify(messageOfCode('file-too-large', { limit: limits.maxFontBytes }), { tone: 'problem' })
    else upload.mutate(files, { onSuccess: () => notify(t('fonts.added', { count: files.length })) })
  }
  const maximum = { count: limits.maxFonts, size: formats.volume(limits.maxFontBytes) }
  return (
    <Section title={t('fonts.add')} hint={t('fonts.hint')}>
      <Button tone="primary" icon={<Upload />} busy={upload.isPending} onClick={() => input.current?.click()}>
        {t('fonts.upload')}
      </Button>
      <p className="mt-3 max-w-140 text-13 text-pretty text-muted">{t('fonts.limits', maximum)}</p>
      <p className="mt-1 max-w-140 text-13 text-pretty text-muted">{t('fonts.licence')}</p>
      <input
        ref={input}
        type="file"
        multiple
        accept={fontTypes}
        aria-label={t('fonts.choose')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          choose([...(event.currentTarget.files ?? [])])
          // Allows choosing the same font again.
          event.currentTarget.value = ''
        }}
      />
    </Section>
  )
}

/** Offers to translate drawings again that lacked a font which is available by now. */
function WaitingCard({ count }: { count: number }) {
  const { t } = useTranslation()
  const again = useFontChange(() => api.call('useFonts'))
  return (
    <Section title={t('fonts.waiting', { count })} hint={t('fonts.waitingHint')}>
      <Button
        icon={<RotateCw />}
        busy={again.isPending}
        onClick={() => again.mutate([], { onSuccess: () => notify(t('fonts.translating')) })}
      >
        {t('fonts.translateAgain')}
      </Button>
    </Section>
  )
}

function FontRow({ font }: { font: FontList['fonts'][number] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const remove = useFontChange(() => api.call('removeFont', { parameters: { id: font.id } }))
  const others = font.alsoKnownAs.filter((name) => name.toLowerCase() !== font.name.toLowerCase())
  return (
    <li className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
      <FileType size={20} className="shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="text-14 break-words">{font.name}</p>
        <p className="text-12 break-words text-muted">
          {[t(`fonts.kind.${font.kind}`), ...others, t('fonts.letters', { count: font.letters })].join(' · ')}
        </p>
      </div>
      <span className="shrink-0 text-13 text-muted tabular-nums">{formats.volume(font.size)}</span>
      <IconButton
        label={t('fonts.remove', { name: font.name })}
        disabled={remove.isPending}
        onClick={() => remove.mutate([], { onSuccess: () => notify(t('fonts.removed', { name: font.name })) })}
      >
        <Trash2 />
      </IconButton>
    </li>
  )
}

async function uploadFonts(files: readonly File[]): Promise<FontList> {
  const form = new FormData()
  for (const file of files) form.append('file', file)
  const response = await fetchStream('/api/auth/fonts', { method: 'POST', body: form })
  return FontList.parse(await response.json())
}

function useFontChange(change: (files: readonly File[]) => Promise<FontList>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (list) => client.setQueryData(fontsKey, list),
    async onError(error) {
      notify(errorMessage(error), { tone: 'problem' })
      // Some of several fonts may have been stored.
      await client.invalidateQueries({ queryKey: fontsKey })
    },
  })
}
