import { Camera, RotateCw } from 'lucide-react'
import { type ChangeEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { cropToSquare, imageRejectionReason, imageTypes, type Square } from '../lib/image-file.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'

const ImageCropDialog = lazy(async () => ({
  default: (await import('./image-crop-dialog.tsx')).ImageCropDialog,
}))

type ImageUploadProps = {
  src: string | null
  name: string
  /** Sends and saves; rejects with an Error whose message is fit to show. */
  onUpload: (file: File, onProgress: (share: number) => void) => Promise<unknown>
}

type Sending = { file: File; preview: string; failure: string | null }

/** The profile picture, and another one for it: cut to a square, seen at once, with progress until it is stored. */
export function ImageUpload({ src, name, onUpload }: ImageUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const { chosen, sending, share, refusal, isCropping, choose, send, crop, giveUp, close } =
    useSending(onUpload)
  const isUploading = sending !== null && sending.failure === null
  return (
    <div className="grid justify-items-center gap-3">
      <Avatar src={sending?.preview ?? src} name={`Picture of ${name}`} size="xl" isEager />
      <input
        ref={input}
        type="file"
        accept={imageTypes.join(',')}
        onChange={choose}
        tabIndex={-1}
        aria-label="Profile picture"
        className="sr-only"
      />
      {isUploading ? (
        <UploadProgress share={share} />
      ) : (
        <div className="flex flex-wrap justify-center gap-2">
          {sending ? (
            <Button size="sm" onClick={() => void send(sending.file, sending.preview)}>
              <RotateCw className="size-4" aria-hidden="true" />
              Try again
            </Button>
          ) : null}
          <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
            <Camera className="size-4" aria-hidden="true" />
            Change picture
          </Button>
        </div>
      )}
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {sending?.failure ? `The picture was not saved. ${sending.failure}` : refusal}
      </p>
      {chosen ? (
        <Suspense>
          <ImageCropDialog
            address={chosen}
            isWorking={isCropping}
            onCrop={(square) => void crop(square)}
            onClose={close}
            onUnreadable={giveUp}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** From the choice of a file to its being stored. */
function useSending(onUpload: ImageUploadProps['onUpload']) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [isCropping, setIsCropping] = useState(false)
  const [sending, setSending] = useState<Sending | null>(null)
  const [share, setShare] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)
  useRevoked(chosen)
  useRevoked(sending?.preview ?? null)

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = ''
    if (!file) return
    const refused = imageRejectionReason(file)
    setRefusal(refused)
    setSending(null)
    if (!refused) setChosen(URL.createObjectURL(file))
  }

  async function send(file: File, preview: string) {
    setShare(0)
    setSending({ file, preview, failure: null })
    try {
      await onUpload(file, setShare)
      setSending(null)
    } catch (error) {
      setSending({ file, preview, failure: (error as Error).message })
    }
  }

  const giveUp = () => {
    setChosen(null)
    setRefusal('This file cannot be read as a picture.')
  }

  async function crop(square: Square) {
    setIsCropping(true)
    try {
      const file = await cropToSquare(chosen!, square)
      setChosen(null)
      void send(file, URL.createObjectURL(file))
    } catch {
      giveUp()
    } finally {
      setIsCropping(false)
    }
  }

  const close = () => setChosen(null)
  return { chosen, sending, share, refusal, isCropping, choose, send, crop, giveUp, close }
}

function UploadProgress({ share }: { share: number }) {
  return (
    <div className="w-36">
      <progress
        aria-label="Upload of the picture"
        value={share}
        max={1}
        className="h-2 w-full overflow-hidden rounded-full bg-sunken accent-positive"
      />
      <p className="text-center text-xs text-ink-faint">{Math.round(share * 100)} %</p>
    </div>
  )
}

/** Gives an object's address back to the browser once another one, or none, is shown. */
function useRevoked(address: string | null) {
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
}
