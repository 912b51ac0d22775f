import { limits, Profile } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, fetchStream } from '../../platform/api/api.js'
import { fetchAccount, useSession } from '../../platform/auth/session.js'
import { Button } from '../../platform/design/button.js'
import { notify } from '../../platform/design/toasts-state.js'
import { errorMessage, messageOfCode } from '../../platform/errors/error-message.js'
import { Avatar } from '../../platform/shell/avatar.js'
import { profileKey } from './profile-key.js'

const imageTypes = 'image/jpeg,image/png,image/webp'

/** Shows the photo, and lets the user change it. */
export function PhotoCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation()
  const { account } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const upload = usePhotoChange(uploadPhoto)
  const remove = usePhotoChange(() => api.call('removeAvatar'))
  const choose = (file: File | undefined): void => {
    if (!file) return
    if (file.size > limits.maxAvatarBytes) notify(messageOfCode('image-unreadable'), { tone: 'problem' })
    else upload.mutate(file)
  }
  return (
    <section
      aria-label={t('profile.photo')}
      className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <Avatar name={account?.name ?? ''} version={profile.avatar} className="size-20 text-28" />
      <div className="min-w-0 grow basis-56">
        <p className="truncate text-20 font-semibold" title={account?.name}>
          {account?.name}
        </p>
        <p className="truncate text-14 text-muted" title={profile.email}>
          {profile.email}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button icon={<Camera />} busy={upload.isPending} onClick={() => input.current?.click()}>
            {t('profile.changePhoto')}
          </Button>
          {profile.avatar === null ? null : (
            <Button tone="quiet" icon={<Trash2 />} busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
              {t('profile.removePhoto')}
            </Button>
          )}
        </div>
        <p className="mt-2 text-12 text-muted">{t('profile.photoHint')}</p>
      </div>
      <input
        ref={input}
        type="file"
        accept={imageTypes}
        aria-label={t('profile.choosePhoto')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0])
          // Allows choosing the same image again.
          event.currentTarget.value = ''
        }}
      />
    </section>
  )
}

async function uploadPhoto(file: File | undefined): Promise<Profile> {
  const form = new FormData()
  if (file) form.append('file', file)
  const response = await fetchStream('/api/auth/avatar', { method: 'POST', body: form })
  return Profile.parse(await response.json())
}

function usePhotoChange(change: (file: File | undefined) => Promise<Profile>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(profile) {
      client.setQueryData(profileKey, profile)
      fetchAccount().catch(() => null)
    },
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
  })
}
