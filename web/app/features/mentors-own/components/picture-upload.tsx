import { Camera } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { pictureTypes, refusePicture } from '../rules.ts'

type PictureUploadProps = {
  src: string | null
  name: string
  isUploading: boolean
  onUpload: (file: File, onProgress: (share: number) => void, onDone: () => void) => void
}

/** The profile picture, and another one for it: seen at once, with progress until it is stored. */
export function PictureUpload({ src, name, isUploading, onUpload }: PictureUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)

  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview])

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    currentTarget.value = ''
    if (!file) return
    const refused = refusePicture(file)
    setRefusal(refused)
    if (refused) return
    setShare(0)
    setPreview(URL.createObjectURL(file))
    onUpload(file, setShare, () => setPreview(null))
  }

  return (
    <div className="grid justify-items-center gap-3">
      <Avatar src={preview ?? src} name={`Picture of ${name}`} size="xl" isEager />
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join(',')}
        onChange={choose}
        tabIndex={-1}
        aria-label="Profile picture"
        className="sr-only"
      />
      {isUploading ? (
        <div className="w-36">
          <progress
            aria-label="Upload of the picture"
            value={share}
            max={1}
            className="h-2 w-full overflow-hidden rounded-full bg-sunken accent-positive"
          />
          <p className="text-center text-xs text-ink-faint">{Math.round(share * 100)} %</p>
        </div>
      ) : (
        <Button variant="secondary" size="sm" onClick={() => input.current?.click()}>
          <Camera className="size-4" aria-hidden="true" />
          Change picture
        </Button>
      )}
      <p role="alert" className="text-sm text-danger-ink empty:hidden">
        {refusal}
      </p>
    </div>
  )
}
