// Shows a source page in the scheme that the reader has chosen on the other pages, or that the system prefers.
{
  let dark = matchMedia("(prefers-color-scheme: dark)").matches;
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.endsWith(".__palette"))) {
      dark = JSON.parse(localStorage.getItem(key)).color.scheme === "slate";
    }
  } catch {
    // without storage the system decides
  }
  document.documentElement.classList.toggle("dark", dark);
}
