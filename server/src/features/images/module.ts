import type { Core } from '../../platform/core.ts'
import type { ImageStore } from '../../platform/images/images.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import { imageRoutes } from './images.routes.ts'
import { createImages } from './images.service.ts'
import { createSetAsidePictures } from './set-aside-pictures.service.ts'

type Needs = Core & {
  store: ImageStore
  earlierStore?: ImageStore
  config: { cloudinary: { cloudName: string } | undefined; rateLimitFactor: number }
}

/** Uploaded images: checked, drawn anew, kept while they are used. */
export function createImagesModule(needs: Needs) {
  const { cloudinary, rateLimitFactor } = needs.config
  const images = createImages({ ...needs, cloudName: cloudinary?.cloudName, rateLimitFactor })
  const setAsidePictures = createSetAsidePictures(needs)
  return {
    service: { images, setAsidePictures },
    routes: imageRoutes({ images }),
    jobs: { 'images:remove': images.removeUnused, 'images:set-aside': setAsidePictures.move },
    daily: [images.sweep, setAsidePictures.sweep],
    personalData: { erase: (tx, { id }) => images.erase(tx, id) } satisfies PersonalData,
  }
}
