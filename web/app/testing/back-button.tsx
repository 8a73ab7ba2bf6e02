import { useNavigate } from 'react-router'

/** The browser's own, for pages whose addresses are kept in memory. */
export function BackButton() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back of the browser
    </button>
  )
}
