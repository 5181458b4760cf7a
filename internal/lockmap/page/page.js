// Hides the rows that do not contain the words of the filter, and the tables of keys that are left without rows.
const label = document.getElementById("filter");
label.hidden = false;
label.querySelector("input").addEventListener("input", function (event) {
  const words = event.target.value.toLowerCase().split(" ").filter(Boolean);
  for (const row of document.querySelectorAll("tbody tr")) {
    const key = row.closest(".key");
    const text = (row.textContent + (key ? key.querySelector("h3").textContent : "")).toLowerCase();
    row.hidden = !words.every(function (word) { return text.includes(word); });
  }
  for (const key of document.querySelectorAll(".key")) {
    key.hidden = !key.querySelector("tbody tr:not([hidden])");
  }
});
