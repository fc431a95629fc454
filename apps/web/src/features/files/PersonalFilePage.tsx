export default function PersonalFilePage() {
  return null;
}
