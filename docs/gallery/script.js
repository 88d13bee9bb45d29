// The site works without this script. It adds the button for the look, and copies command lines.
"use strict";

const root = document.documentElement;
const theme = document.getElementById("theme");

// A page that was opened from a file may not be permitted to store anything.
function stored() { try { return localStorage.getItem("theme"); } catch { return null; } }
function store(look) { try { localStorage.setItem("theme", look); } catch { /* the look lasts until the page is left */ } }

function look() { return root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"); }
function label() { theme.textContent = look() === "dark" ? "Light" : "Dark"; }

if (stored()) root.dataset.theme = stored();
theme.hidden = false;
label();
theme.addEventListener("click", () => {
  root.dataset.theme = look() === "dark" ? "light" : "dark";
  store(root.dataset.theme);
  label();
});

for (const button of document.querySelectorAll(".copy"))
  button.addEventListener("click", async () => {
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
  });
