import { useEffect, useRef } from 'react'
import { cn } from '../../../ui/cn.ts'

type VideoTileProps = {
  label: string
  stream: MediaStream | null
  isOwn?: boolean
  isWhole?: boolean
  speakerId?: string
  className?: string
}

/** A moving picture with its sound; the own one is mirrored and silent. */
export function VideoTile({ label, stream, isOwn, isWhole, speakerId, className }: VideoTileProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element || element.srcObject === stream) return
    element.srcObject = stream
    // Refused only until the person has clicked somewhere on this page.
    if (stream) void element.play().catch(() => {})
  }, [stream])
  useEffect(() => {
    if (speakerId && !isOwn) void video.current?.setSinkId?.(speakerId).catch(() => {})
  }, [speakerId, isOwn])
  return (
    <video
      ref={video}
      aria-label={label}
      autoPlay
      playsInline
      muted={isOwn}
      className={cn(
        'size-full',
        isWhole ? 'object-contain' : 'object-cover',
        isOwn && !isWhole && '-scale-x-100',
        className,
      )}
    />
  )
}
